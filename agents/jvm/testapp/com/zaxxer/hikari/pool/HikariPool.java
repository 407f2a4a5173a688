package com.zaxxer.hikari.pool;

import com.zaxxer.hikari.HikariConfig;
import java.util.concurrent.Semaphore;

/** A stand-in: a semaphore that counts like a connection pool; shares no code with the library of that name. */
public class HikariPool {
    public final HikariConfig config;
    private final Semaphore connections;

    public HikariPool(HikariConfig config) {
        this.config = config;
        this.connections = new Semaphore(config.getMaximumPoolSize());
    }

    public void getConnection() {
        connections.acquireUninterruptibly();
    }

    public void recycle() {
        connections.release();
    }

    public int getActiveConnections() {
        return config.getMaximumPoolSize() - connections.availablePermits();
    }

    public int getTotalConnections() {
        return config.getMaximumPoolSize();
    }

    public int getThreadsAwaitingConnection() {
        return connections.getQueueLength();
    }
}
