//! What one virtual user carries from request to request.

use super::cookies::Jar;
use crate::random::Random;
use crate::template::Follow;
use std::fmt;
use std::sync::Arc;

/// A variable; its text keeps its memory when it is unset.
#[derive(Clone, Default)]
pub(crate) struct Value {
    pub(crate) text: String,
    pub(crate) set: bool,
}

/// Variables that setup left for all users.
#[derive(Clone, Default)]
pub struct Shared(Arc<[Value]>);

/// A virtual user: variables, cookies, rows of data, choices. Made by [`Scenario::session`](crate::Scenario::session); one at a time per
/// user, or one per iteration in flight where arrivals are open.
#[derive(Clone)]
pub struct Session {
    pub(crate) user: u64,
    pub(crate) iteration: u64,
    pub(crate) vars: Vec<Value>,
    pub(crate) rows: Vec<u32>,
    /// Rows were drawn for this user before.
    pub(crate) has_rows: bool,
    pub(crate) jar: Jar,
    pub(crate) random: Random,
    /// Seeds what is made for the request at hand: rendering it again gives the same bytes.
    pub(crate) visit: u64,
    /// The request at hand follows a redirect.
    pub(crate) follow: Option<Follow>,
    pub(crate) hops: u8,
    pub(crate) failed: bool,
    shared: Shared,
    seed: u64,
}

impl Session {
    pub(crate) fn new(user: u64, variables: usize, feeders: usize, seed: u64, shared: Option<&Shared>) -> Self {
        let mut session = Self {
            user,
            iteration: 0,
            vars: vec![Value::default(); variables],
            rows: vec![0; feeders],
            has_rows: false,
            jar: Jar::default(),
            random: Random::new(seed, 0),
            visit: 0,
            follow: None,
            hops: 0,
            failed: false,
            shared: shared.cloned().unwrap_or_default(),
            seed,
        };
        session.renew(user);
        session
    }

    /// Another user takes this one's place, and its memory.
    pub fn renew(&mut self, user: u64) {
        self.user = user;
        self.iteration = 0;
        self.has_rows = false;
        self.jar.clear();
        self.random = Random::new(self.seed, 0x5E55_1000_u64.wrapping_add(user));
        self.reset();
    }

    /// Number of the user.
    pub fn user(&self) -> u64 {
        self.user
    }

    /// The request at hand got no answer (time-out, connection lost): the iteration has failed.
    pub fn lost(&mut self) {
        self.failed = true;
        self.follow = None;
        self.hops = 0;
    }

    /// Whether a step of this iteration failed so far.
    pub fn has_failed(&self) -> bool {
        self.failed
    }

    /// Ends setup: its variables, for [`Scenario::session`](crate::Scenario::session).
    pub fn into_shared(self) -> Shared {
        Shared(self.vars.into())
    }

    /// Forgets what belongs to an iteration.
    pub(crate) fn reset(&mut self) {
        for (i, var) in self.vars.iter_mut().enumerate() {
            var.text.clear();
            var.set = false;
            if let Some(shared) = self.shared.0.get(i).filter(|s| s.set) {
                var.text.push_str(&shared.text);
                var.set = true;
            }
        }
        self.follow = None;
        self.hops = 0;
        self.failed = false;
        self.turn();
    }

    /// Another request: another seed.
    pub(crate) fn turn(&mut self) {
        self.visit = self.random.next();
    }
}

/// Without values: they may be secrets.
impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("user", &self.user)
            .field("iteration", &self.iteration)
            .field("failed", &self.failed)
            .finish_non_exhaustive()
    }
}

/// Without values: they may be secrets.
impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Shared").field(&self.0.len()).finish()
    }
}
