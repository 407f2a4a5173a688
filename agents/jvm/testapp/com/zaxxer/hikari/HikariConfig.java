package com.zaxxer.hikari;

/** A stand-in with the methods that the gauges read; shares no code with the library of that name. */
public class HikariConfig {
    private final String poolName;
    private volatile int maximumPoolSize;
    private volatile int minimumIdle;

    public HikariConfig(String poolName, int maximumPoolSize) {
        this.poolName = poolName;
        this.maximumPoolSize = maximumPoolSize;
        this.minimumIdle = maximumPoolSize;
    }

    public String getPoolName() {
        return poolName;
    }

    public int getMaximumPoolSize() {
        return maximumPoolSize;
    }

    public void setMaximumPoolSize(int maximumPoolSize) {
        this.maximumPoolSize = maximumPoolSize;
    }

    public int getMinimumIdle() {
        return minimumIdle;
    }

    public void setMinimumIdle(int minimumIdle) {
        this.minimumIdle = minimumIdle;
    }
}
