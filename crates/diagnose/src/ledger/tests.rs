//! Tests of the account.
