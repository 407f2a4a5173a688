package com.curtain.tickets.queue.redis;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.data.redis.serializer.SerializationException;
import org.springframework.stereotype.Component;

/** All that is known of who waits, as JSON. */
@Component
@ConditionalOnProperty(name = "tickets.entry", havingValue = "member")
class MemberEntries implements Entries {
    private final RedisScript<Long> enter = Scripts.load("enter-member", Long.class);
    private final ObjectMapper json;

    MemberEntries(ObjectMapper json) {
        this.json = json;
    }

    @Override
    public RedisScript<Long> enter() {
        return enter;
    }

    @Override
    public Object[] of(long performance, String email) {
        try {
            var member = new QueuedMember(email, performance, 0, Instant.now().truncatedTo(ChronoUnit.MILLIS));
            return new Object[] {json.writeValueAsString(member)};
        } catch (JsonProcessingException e) {
            throw new SerializationException("Cannot write an entry", e);
        }
    }

    @Override
    public long number(String entry) {
        try {
            return json.readValue(entry, QueuedMember.class).number();
        } catch (JsonProcessingException e) {
            throw new SerializationException("Cannot read an entry", e);
        }
    }
}
