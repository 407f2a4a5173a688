package com.toolhouse.orders.order;

import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

@Component
@ConditionalOnProperty(name = "orders.legacy-lookup", havingValue = "closed")
public class ClosedLegacyNumbers implements LegacyNumbers {
    private final JdbcTemplate jdbc;

    ClosedLegacyNumbers(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public Optional<Long> orderOf(String legacyNo) {
        try (Stream<Long> orders = jdbc.queryForStream(QUERY, (row, n) -> row.getLong(1), legacyNo)) {
            return orders.findFirst();
        }
    }
}
