package com.toolhouse.prices.label;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Drawing a label takes a processor, so as many are drawn at once as there are processors. */
public final class LabelQueue implements Executor {
    /** Labels that may wait, for each processor. */
    private static final int WAITING = 16;

    public enum Kind {
        /** Refuses what would have to wait for long. */
        BOUNDED,
        /** Refuses nothing. */
        UNBOUNDED
    }

    private final Executor workers;

    private LabelQueue(Executor workers) {
        this.workers = workers;
    }

    public static LabelQueue of(Kind kind) {
        int processors = Runtime.getRuntime().availableProcessors();
        return new LabelQueue(switch (kind) {
            case UNBOUNDED -> Executors.newFixedThreadPool(processors);
            case BOUNDED -> new ThreadPoolExecutor(
                    processors, processors, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(WAITING * processors));
        });
    }

    @Override
    public void execute(Runnable drawing) {
        workers.execute(drawing);
    }
}
