//! Frame knowledge: which role a frame plays, by tables. Data, not code; nothing in it names an application.

mod classify;
mod hash_function;
mod joined;
mod stack_class;
mod stacks;

pub use classify::{FrameClass, Role};
pub use hash_function::HashFunction;
pub use stack_class::{Part, Place, StackClass, Work, machinery};
pub use stacks::{Stack, Stacks};
