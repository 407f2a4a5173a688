package com.curtain.tickets.queue.redis;

import java.time.Instant;

/** Who waits. The number is not known before the entry is stored. */
record QueuedMember(String email, long performanceId, long number, Instant enteredAt) {}
