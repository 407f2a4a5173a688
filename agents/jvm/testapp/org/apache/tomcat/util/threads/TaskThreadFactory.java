package org.apache.tomcat.util.threads;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** A stand-in with the one field that the gauges read; shares no code with the server of that name. */
public class TaskThreadFactory implements ThreadFactory {
    private final String namePrefix;
    private final AtomicInteger next = new AtomicInteger(1);

    public TaskThreadFactory(String namePrefix) {
        this.namePrefix = namePrefix;
    }

    @Override
    public Thread newThread(Runnable task) {
        Thread thread = new Thread(task, namePrefix + next.getAndIncrement());
        thread.setDaemon(true);
        return thread;
    }
}
