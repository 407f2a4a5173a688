package com.waybill.quotes.api;

import com.waybill.quotes.ops.BlockingCalls;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Ready once the database answers. */
@RestController
class HealthController {
    private final JdbcClient jdbc;
    private final BlockingCalls blocking;

    HealthController(JdbcClient jdbc, BlockingCalls blocking) {
        this.jdbc = jdbc;
        this.blocking = blocking;
    }

    @GetMapping("/health")
    Mono<Map<String, String>> health() {
        return blocking.run(() -> Map.of("status", jdbc.sql("select 'UP'").query(String.class).single()));
    }
}
