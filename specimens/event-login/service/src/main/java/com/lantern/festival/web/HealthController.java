package com.lantern.festival.web;

import com.lantern.festival.member.MemberMapper;
import java.util.Map;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** 200 when a login would find its database and its Redis. */
@RestController
class HealthController {
    private final MemberMapper members;
    private final StringRedisTemplate redis;

    HealthController(MemberMapper members, StringRedisTemplate redis) {
        this.members = members;
        this.redis = redis;
    }

    @GetMapping("/health")
    Map<String, String> health() {
        members.byEmail("nobody");
        redis.hasKey("nobody");
        return Map.of("status", "UP");
    }
}
