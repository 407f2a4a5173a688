package com.curtain.tickets.queue.redis;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;

/** The bare number. */
@Component
@ConditionalOnProperty(name = "tickets.entry", havingValue = "number", matchIfMissing = true)
class NumberEntries implements Entries {
    private final RedisScript<Long> enter = Scripts.load("enter-number", Long.class);

    @Override
    public RedisScript<Long> enter() {
        return enter;
    }

    @Override
    public Object[] of(long performance, String email) {
        return new Object[0];
    }

    @Override
    public long number(String entry) {
        return Long.parseLong(entry);
    }
}
