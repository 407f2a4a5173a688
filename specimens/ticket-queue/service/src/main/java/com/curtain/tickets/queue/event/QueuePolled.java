package com.curtain.tickets.queue.event;

import com.curtain.tickets.performance.Performance;

/** Somebody asked for a place in the queue of a performance. */
public record QueuePolled(Performance performance) {}
