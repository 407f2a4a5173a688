package com.curtain.tickets.queue.event;

import com.curtain.tickets.performance.Performance;

/** The event that a poll publishes. */
public interface PollEvents {
    Object polled(Performance performance);
}
