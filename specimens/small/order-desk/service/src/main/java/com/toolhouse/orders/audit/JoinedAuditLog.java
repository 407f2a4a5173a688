package com.toolhouse.orders.audit;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Part of what it records: both are kept or neither. */
@Component
@ConditionalOnProperty(name = "orders.audit", havingValue = "joined")
public class JoinedAuditLog implements AuditLog {
    private final JdbcTemplate jdbc;

    JoinedAuditLog(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    @Transactional
    public void record(String action, String subject) {
        jdbc.update(INSERT, action, subject);
    }
}
