package com.curtain.tickets.performance;

public class UnknownPerformanceException extends RuntimeException {
    UnknownPerformanceException(long id) {
        super("There is no performance " + id);
    }
}
