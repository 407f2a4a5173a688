package com.lantern.festival.session;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.lantern.festival.FestivalSettings;
import com.lantern.festival.member.Member;
import java.time.Clock;
import java.util.UUID;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/** Sessions, and the token by which messages reach a member: that of his last login. */
@Component
public class SessionStore {
    private final StringRedisTemplate redis;
    private final ObjectMapper json;
    private final Clock clock;
    private final FestivalSettings settings;

    SessionStore(StringRedisTemplate redis, ObjectMapper json, Clock clock, FestivalSettings settings) {
        this.redis = redis;
        this.json = json;
        this.clock = clock;
        this.settings = settings;
    }

    public Session open(Member member) {
        var session = new Session(UUID.randomUUID().toString(), member.id(), member.name(), clock.instant());
        redis.opsForValue().set("session:" + session.id(), written(session), settings.sessionLasts());
        return session;
    }

    public void register(Member member, String messagingToken) {
        redis.opsForValue().set("messaging-token:" + member.id(), messagingToken, settings.sessionLasts());
    }

    private String written(Session session) {
        try {
            return json.writeValueAsString(session);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a session is always JSON", e);
        }
    }
}
