package org.apache.tomcat.util.threads;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A stand-in under the name that the heap walk looks for; shares no code with the server of that name. */
public class ThreadPoolExecutor extends java.util.concurrent.ThreadPoolExecutor {
    public ThreadPoolExecutor(int threads, String namePrefix) {
        super(threads, threads, 60, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), new TaskThreadFactory(namePrefix));
    }
}
