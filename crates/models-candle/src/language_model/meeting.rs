//! Where several askers put their rows together, so that the weights are read once for all of them.
//!
//! An asker takes a seat for as long as its question lasts. What it wants to feed waits until
//! everybody at its table wants to feed something or has left; whoever comes last feeds all of it in
//! one pass. No clock decides anything, and since no row depends on those beside it
//! ([decision 15](../../../../docs/decisions/0015-language-models-of-our-own-arithmetic.md)), company
//! changes no bit of an answer.
//!
//! Nobody waits for ever: who waits, waits for askers that compute, and they either feed or leave. A
//! seat is left when it is dropped, also by an error or a panic.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use candle_core::{Error, Result};

use super::decoder::Decoder;
use super::jobs::{Fed, Job};

/// How many rows go through the layers together: beyond this nothing is gained, and what could come
/// next takes a number for every token and row.
const MOST_ROWS: usize = 64;

/// The tables.
pub(super) struct Meeting {
    /// How many askers a table seats; no tables are needed for one.
    seats: usize,
    tables: Mutex<Vec<Table>>,
    changed: Condvar,
}

#[derive(Default)]
struct Table {
    /// Askers that sit here.
    seated: usize,
    /// What is to be fed, in the order of coming.
    waiting: Vec<(u64, Job)>,
    /// What was fed and not taken yet.
    done: BTreeMap<u64, Result<Fed>>,
    /// The number of the next job.
    next: u64,
}

/// A place at a table, or alone where there is none.
pub(super) struct Seat<'a> {
    meeting: &'a Meeting,
    decoder: &'a Decoder,
    table: Option<usize>,
}

impl Meeting {
    /// So many tables with so many seats each.
    pub(super) fn new(tables: usize, seats: usize) -> Self {
        let tables = if seats > 1 { tables } else { 0 };
        let tables = (0..tables).map(|_| Table::default()).collect();
        Self { seats, tables: Mutex::new(tables), changed: Condvar::new() }
    }

    /// Every change inside the lock is whole before anything can panic.
    fn tables(&self) -> MutexGuard<'_, Vec<Table>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A seat at the table with the fewest askers; alone where every table is full.
    pub(super) fn sit_down<'a>(&'a self, decoder: &'a Decoder) -> Seat<'a> {
        let mut tables = self.tables();
        let free = tables.iter_mut().enumerate().filter(|(_, table)| table.seated < self.seats);
        let table = free.min_by_key(|(at, table)| (table.seated, *at)).map(|(at, table)| {
            table.seated += 1;
            at
        });
        Seat { meeting: self, decoder, table }
    }

    /// How many askers sit somewhere.
    #[cfg(test)]
    pub(super) fn seated(&self) -> usize {
        self.tables().iter().map(|table| table.seated).sum()
    }
}

impl Seat<'_> {
    /// Feeds a job, together with those of others at the table.
    pub(super) fn feed(&self, job: Job) -> Result<Fed> {
        let Some(at) = self.table else { return self.decoder.run_one(job) };
        let mut tables = self.meeting.tables();
        let number = tables[at].next;
        tables[at].next += 1;
        tables[at].waiting.push((number, job));
        loop {
            let table = &mut tables[at];
            if let Some(fed) = table.done.remove(&number) {
                return fed;
            }
            // Those whose jobs are being fed sit here and have nothing waiting.
            if table.waiting.len() < table.seated {
                let waited = self.meeting.changed.wait(tables);
                tables = waited.unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let jobs = std::mem::take(&mut table.waiting);
            drop(tables);
            self.feed_all(at, jobs);
            tables = self.meeting.tables();
        }
    }

    /// Feeds the jobs of a table and lays the results out.
    fn feed_all(&self, at: usize, jobs: Vec<(u64, Job)>) {
        let mut laid_out = LaidOut {
            meeting: self.meeting,
            at,
            open: jobs.iter().map(|(number, _)| *number).collect(),
            fed: Vec::with_capacity(jobs.len()),
        };
        let mut pass = Vec::new();
        let mut rows = 0;
        for (_, job) in jobs {
            if rows + job.rows() > MOST_ROWS && !pass.is_empty() {
                laid_out.fed.extend(self.decoder.run(std::mem::take(&mut pass)));
                rows = 0;
            }
            rows += job.rows();
            pass.push(job);
        }
        laid_out.fed.extend(self.decoder.run(pass));
    }
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        if let Some(at) = self.table {
            self.meeting.tables()[at].seated -= 1;
            self.meeting.changed.notify_all();
        }
    }
}

/// Results on their way to the table. Dropping lays them out; jobs that a panic left without a result
/// have failed.
struct LaidOut<'a> {
    meeting: &'a Meeting,
    at: usize,
    open: Vec<u64>,
    fed: Vec<Result<Fed>>,
}

impl Drop for LaidOut<'_> {
    fn drop(&mut self) {
        let broke_off = || Err(Error::Msg("the pass that it was part of broke off".to_owned()));
        let fed = std::mem::take(&mut self.fed).into_iter().map(Some);
        let fed = fed.chain(std::iter::repeat_with(|| None));
        let results = self.open.drain(..).zip(fed);
        let mut tables = self.meeting.tables();
        let results = results.map(|(number, fed)| (number, fed.unwrap_or_else(broke_off)));
        tables[self.at].done.extend(results);
        self.meeting.changed.notify_all();
    }
}
