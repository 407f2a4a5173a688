package com.curtain.tickets.queue.redis;

import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.core.script.RedisScript;

/** Lua of this service: what Redis does at one moment. */
final class Scripts {
    private Scripts() {}

    static <T> RedisScript<T> load(String name, Class<T> answer) {
        return RedisScript.of(new ClassPathResource("lua/" + name + ".lua"), answer);
    }
}
