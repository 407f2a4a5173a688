package com.curtain.tickets.queue.redis;

import com.curtain.tickets.performance.Performance;
import java.util.List;

/** Keys of a performance. The braces keep them on one node of a cluster. */
final class QueueKeys {
    private QueueKeys() {}

    /** The hash with the counters, the sorted set of those who wait, and that of those who work. */
    static List<String> of(Performance performance) {
        var queue = "queue:{" + performance.id() + "}";
        return List.of(queue, queue + ":waiting", queue + ":working");
    }
}
