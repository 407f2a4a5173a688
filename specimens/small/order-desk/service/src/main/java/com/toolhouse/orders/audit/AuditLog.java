package com.toolhouse.orders.audit;

/** Who did what. The auditors read it once a year. */
public interface AuditLog {
    String INSERT = "insert into audit_entry (at, action, subject) values (now(), ?, ?)";

    void record(String action, String subject);
}
