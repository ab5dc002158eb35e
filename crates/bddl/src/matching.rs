//! Which rows to pair with which columns.

/// The heaviest way to pair exactly `number` rows with a column each, no column twice.
///
/// A cell without a weight may not be used. Gives back the cells, by row; nothing where there is no
/// such way. Of equally heavy ways always the same. Kuhn's method in the form of Jonker and
/// Volgenant, with columns added that take the rows left over.
pub(crate) fn heaviest(cells: &[Vec<Option<i128>>], number: usize) -> Option<Vec<(usize, usize)>> {
    let columns = cells.iter().map(Vec::len).max().unwrap_or(0);
    if number > cells.len().min(columns) {
        return None;
    }
    if number == 0 {
        return Some(Vec::new());
    }
    let cell = |row: usize, column: usize| cells[row].get(column).copied().flatten();
    if cells.len() <= columns {
        assign(cells.len(), columns, number, cell)
    } else {
        let turned = assign(columns, cells.len(), number, |row, column| cell(column, row))?;
        let mut pairs: Vec<_> = turned.into_iter().map(|(column, row)| (row, column)).collect();
        pairs.sort_unstable();
        Some(pairs)
    }
}

fn assign(
    rows: usize,
    columns: usize,
    number: usize,
    cell: impl Fn(usize, usize) -> Option<i128>,
) -> Option<Vec<(usize, usize)>> {
    let pairs = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let widest = pairs.filter_map(|(row, column)| cell(row, column)).map(i128::abs).max()?;
    // Leaving over as many rows as must be outweighs all cells; not using a forbidden cell
    // outweighs that.
    let left_over = rows - number;
    let rows_wide = i128::try_from(rows).expect("a count of rows is small");
    let bonus = (widest + 1) * (2 * rows_wide + 1);
    let forbidden = (bonus + widest + 1) * (2 * rows_wide + 1);
    let cost = |row: usize, column: usize| {
        if column >= columns { -bonus } else { cell(row, column).map_or(forbidden, |it| -it) }
    };
    let taken_by = cheapest(rows, columns + left_over, cost);
    let mut pairs = Vec::new();
    for (column, row) in taken_by.into_iter().enumerate().take(columns) {
        if let Some(row) = row {
            cell(row, column)?;
            pairs.push((row, column));
        }
    }
    pairs.sort_unstable();
    (pairs.len() == number).then_some(pairs)
}

/// Gives every row a column so that the sum of costs is least; there are no more rows than columns.
/// Says of each column which row has it.
fn cheapest(
    rows: usize,
    columns: usize,
    cost: impl Fn(usize, usize) -> i128,
) -> Vec<Option<usize>> {
    // Column `columns` stands for the row that is being placed.
    let start = columns;
    let mut row_price = vec![0; rows];
    let mut column_price = vec![0; columns + 1];
    let mut taken_by: Vec<Option<usize>> = vec![None; columns + 1];
    for row in 0..rows {
        taken_by[start] = Some(row);
        let mut least = vec![i128::MAX; columns];
        let mut before = vec![start; columns];
        let mut done = vec![false; columns + 1];
        let mut at = start;
        while let Some(here) = taken_by[at] {
            done[at] = true;
            let (mut step, mut next) = (i128::MAX, at);
            for column in (0..columns).filter(|&column| !done[column]) {
                let price = cost(here, column) - row_price[here] - column_price[column];
                if price < least[column] {
                    (least[column], before[column]) = (price, at);
                }
                if least[column] < step {
                    (step, next) = (least[column], column);
                }
            }
            for column in 0..=columns {
                if done[column] {
                    let owner = taken_by[column].expect("every column on the way is taken");
                    row_price[owner] += step;
                    column_price[column] -= step;
                } else {
                    least[column] -= step;
                }
            }
            at = next;
        }
        while at != start {
            let previous = before[at];
            taken_by[at] = taken_by[previous];
            at = previous;
        }
    }
    taken_by.truncate(columns);
    taken_by
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    type Cells = Vec<Vec<Option<i128>>>;

    /// The heaviest weight, by trying everything.
    fn slow(cells: &Cells, number: usize, row: usize, taken: u32) -> Option<i128> {
        if number == 0 {
            return Some(0);
        }
        let mut best = if row < cells.len() { slow(cells, number, row + 1, taken) } else { None };
        for (column, cell) in cells.get(row).into_iter().flatten().enumerate() {
            if let Some(weight) = cell
                && taken & 1 << column == 0
                && let Some(rest) = slow(cells, number - 1, row + 1, taken | 1 << column)
            {
                best = best.max(Some(weight + rest));
            }
        }
        best
    }

    proptest! {
        #[test]
        fn nothing_heavier_is_found_by_trying_everything(
            cells in (1usize..5).prop_flat_map(|columns| prop::collection::vec(
                prop::collection::vec(prop::option::weighted(0.8, -9i128..9), columns), 1..5)),
            number in 0usize..5,
        ) {
            let found = heaviest(&cells, number);
            if let Some(pairs) = &found {
                prop_assert_eq!(pairs.len(), number);
            }
            let weight = found.map(|pairs| {
                pairs.into_iter().map(|(row, column)| cells[row][column].expect("allowed")).sum()
            });
            prop_assert_eq!(weight, slow(&cells, number, 0, 0));
        }
    }
}
