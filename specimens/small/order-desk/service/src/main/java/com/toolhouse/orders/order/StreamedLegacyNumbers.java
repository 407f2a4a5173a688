package com.toolhouse.orders.order;

import java.util.Optional;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

@Component
@ConditionalOnProperty(name = "orders.legacy-lookup", havingValue = "streamed")
public class StreamedLegacyNumbers implements LegacyNumbers {
    private final JdbcTemplate jdbc;

    StreamedLegacyNumbers(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public Optional<Long> orderOf(String legacyNo) {
        return jdbc.queryForStream(QUERY, (row, n) -> row.getLong(1), legacyNo).findFirst();
    }
}
