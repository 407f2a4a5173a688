//! JVM agent.
