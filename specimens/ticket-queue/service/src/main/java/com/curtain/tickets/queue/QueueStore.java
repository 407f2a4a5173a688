package com.curtain.tickets.queue;

import com.curtain.tickets.performance.Performance;

/**
 * A waiting space and a working space per performance. Each method happens at one moment: numbers are handed out in order, they go into the
 * working space in that order, and never more of them are there than the performance allows.
 */
public interface QueueStore {
    /** Hands out the next number. */
    long enter(Performance performance, String email);

    Place place(Performance performance, long number);

    /** Whether the number was in one of the spaces. */
    boolean leave(Performance performance, long number);

    /** Whether the number was in the working space: it has bought then, and its room there is free. */
    boolean purchase(Performance performance, long number);

    /** Takes the idle out of the working space and fills it up with those who have waited longest. */
    void advance(Performance performance);

    QueueStatus status(Performance performance);
}
