package com.zaxxer.hikari.pool;

import com.zaxxer.hikari.HikariConfig;

/** A stand-in: a counter behaves like a connection pool whose size may change; shares no code with the library of that name. */
public class HikariPool {
    public final HikariConfig config;
    private int active;
    private int waiting;

    public HikariPool(HikariConfig config) {
        this.config = config;
    }

    public synchronized void getConnection() {
        waiting++;
        while (active >= config.getMaximumPoolSize()) {
            try {
                wait(5);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        waiting--;
        active++;
    }

    public synchronized void recycle() {
        active--;
        notify();
    }

    public synchronized int getActiveConnections() {
        return active;
    }

    public int getTotalConnections() {
        return config.getMaximumPoolSize();
    }

    public synchronized int getThreadsAwaitingConnection() {
        return waiting;
    }

    public synchronized void softEvictConnections() {
        notifyAll();
    }
}
