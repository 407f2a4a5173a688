package com.toolhouse.prices;

import com.toolhouse.prices.delivery.Carrier;
import com.toolhouse.prices.label.LabelQueue;
import java.nio.file.Path;
import java.util.Map;

/**
 * What the environment says.
 *
 * @param threadsPerCpu workers for each processor that the JVM sees
 * @param acceptCount connections that may wait to be accepted
 * @param keepAlive whether a connection serves more than one request
 */
public record Settings(
        int port,
        Path export,
        int threadsPerCpu,
        int acceptCount,
        boolean keepAlive,
        String carrierUrl,
        Carrier.Kind carrier,
        LabelQueue.Kind labelQueue) {

    static Settings from(Map<String, String> environment) {
        return new Settings(
                Integer.parseInt(environment.getOrDefault("PRICES_PORT", "8080")),
                Path.of(environment.getOrDefault("PRICES_EXPORT", ".")),
                Integer.parseInt(environment.getOrDefault("PRICES_THREADS_PER_CPU", "25")),
                Integer.parseInt(environment.getOrDefault("PRICES_ACCEPT_COUNT", "100")),
                Boolean.parseBoolean(environment.getOrDefault("PRICES_KEEP_ALIVE", "true")),
                environment.getOrDefault("PRICES_CARRIER_URL", "http://127.0.0.1:8081"),
                Carrier.Kind.valueOf(environment.getOrDefault("PRICES_CARRIER", "concurrent").toUpperCase()),
                LabelQueue.Kind.valueOf(environment.getOrDefault("PRICES_LABEL_QUEUE", "bounded").toUpperCase()));
    }
}
