//! causes
