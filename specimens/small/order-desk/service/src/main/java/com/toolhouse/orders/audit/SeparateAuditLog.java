package com.toolhouse.orders.audit;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** In a transaction of its own: an attempt is recorded even when it fails. */
@Component
@ConditionalOnProperty(name = "orders.audit", havingValue = "separate")
public class SeparateAuditLog implements AuditLog {
    private final JdbcTemplate jdbc;

    SeparateAuditLog(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    @Transactional(propagation = Propagation.REQUIRES_NEW)
    public void record(String action, String subject) {
        jdbc.update(INSERT, action, subject);
    }
}
