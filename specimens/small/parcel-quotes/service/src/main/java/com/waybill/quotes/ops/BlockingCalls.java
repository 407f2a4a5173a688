package com.waybill.quotes.ops;

import java.util.concurrent.Callable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Threads that may wait, for calls that block. */
@Component
public class BlockingCalls {
    private static final int MOST_WAITING = 100_000;

    private final Scheduler scheduler;

    BlockingCalls(@Value("${quotes.threads}") int threads) {
        this.scheduler = Schedulers.newBoundedElastic(threads, MOST_WAITING, "blocking");
    }

    public <T> Mono<T> run(Callable<T> call) {
        return Mono.fromCallable(call).subscribeOn(scheduler);
    }
}
