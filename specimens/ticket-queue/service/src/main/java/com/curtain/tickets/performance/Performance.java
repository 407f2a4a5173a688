package com.curtain.tickets.performance;

/**
 * @param capacity how many may buy at the same time
 */
public record Performance(long id, String title, int capacity) {}
