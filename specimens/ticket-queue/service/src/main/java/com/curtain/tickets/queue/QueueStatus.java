package com.curtain.tickets.queue;

/**
 * A queue at one moment.
 *
 * @param issued the last number that was handed out
 * @param admitted the last number that went into the working space
 */
public record QueueStatus(long issued, long admitted, long waiting, long working, long sold) {}
