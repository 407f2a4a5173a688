package com.curtain.tickets.queue.redis;

import org.springframework.data.redis.core.script.RedisScript;

/** What stands in the waiting space for a number. */
interface Entries {
    /** The script that hands out a number and puts its entry at the end. */
    RedisScript<Long> enter();

    /** What the script needs besides. */
    Object[] of(long performance, String email);

    long number(String entry);
}
