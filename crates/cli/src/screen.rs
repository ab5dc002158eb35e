//! The terminal as a screen: frames one after the other, and the keys that end or hold them.

use std::io::{self, Stdout, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::terminal::{self, ClearType};
use crossterm::{cursor, execute, queue, style};
use views::terminal::Size;

/// A screen of its own. The terminal is as it was once this is dropped.
pub struct Screen {
    out: Stdout,
    is_held: bool,
}

/// What a key asks for.
enum Wish {
    End,
    Hold,
    Next,
    Nothing,
}

impl Screen {
    pub fn open() -> io::Result<Self> {
        terminal::enable_raw_mode()?;
        // From here on dropping it puts everything back.
        let mut screen = Self { out: io::stdout(), is_held: false };
        execute!(screen.out, terminal::EnterAlternateScreen, cursor::Hide)?;
        Ok(screen)
    }

    /// How large it is now.
    pub fn size(&self) -> Size {
        let (columns, rows) = terminal::size().unwrap_or((100, 32));
        Size { columns: usize::from(columns), rows: usize::from(rows) }
    }

    /// Draws the frame and waits. Breaks where q, Esc or Ctrl-C is pressed; the space bar holds.
    pub fn show(&mut self, frame: &str, wait: Duration) -> ControlFlow<()> {
        match self.draw(frame).and_then(|()| self.wait(wait)) {
            Ok(flow) => flow,
            // A terminal that is gone shows nothing more.
            Err(_) => ControlFlow::Break(()),
        }
    }

    fn draw(&mut self, frame: &str) -> io::Result<()> {
        for (row, line) in frame.lines().enumerate() {
            let row = u16::try_from(row).unwrap_or(u16::MAX);
            queue!(
                self.out,
                cursor::MoveTo(0, row),
                style::Print(line),
                terminal::Clear(ClearType::UntilNewLine)
            )?;
        }
        self.out.flush()
    }

    fn wait(&mut self, wait: Duration) -> io::Result<ControlFlow<()>> {
        let until = Instant::now() + wait;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let left = if self.is_held { Duration::from_millis(250) } else { left };
            if event::poll(left)? {
                match wish(&event::read()?) {
                    Wish::End => return Ok(ControlFlow::Break(())),
                    Wish::Hold => self.is_held = !self.is_held,
                    Wish::Next => return Ok(ControlFlow::Continue(())),
                    Wish::Nothing => {}
                }
            } else if !self.is_held {
                return Ok(ControlFlow::Continue(()));
            }
        }
    }
}

fn wish(event: &Event) -> Wish {
    let Event::Key(KeyEvent { code, modifiers, kind: KeyEventKind::Press, .. }) = event else {
        return Wish::Nothing;
    };
    match code {
        KeyCode::Char('q') | KeyCode::Esc => Wish::End,
        KeyCode::Char('c') if modifiers.contains(KeyModifiers::CONTROL) => Wish::End,
        KeyCode::Char(' ') => Wish::Hold,
        KeyCode::Right | KeyCode::Enter => Wish::Next,
        _ => Wish::Nothing,
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Nothing can be done about a terminal that does not listen.
        let _ = execute!(self.out, cursor::Show, terminal::LeaveAlternateScreen);
        let _ = terminal::disable_raw_mode();
    }
}
