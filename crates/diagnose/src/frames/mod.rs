//! Frame knowledge: which role a frame plays, by tables (`tables/*.toml`). Data, not code; nothing in it names an application.

mod classify;
mod stack_class;

pub use classify::{FrameClass, Role};
pub use stack_class::{Part, Place, StackClass, Work, classify_stack, classify_task, machinery, site_name};
