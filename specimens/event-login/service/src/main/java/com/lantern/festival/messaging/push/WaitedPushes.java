package com.lantern.festival.messaging.push;

import java.util.List;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

@Component
@ConditionalOnProperty(name = "messaging.push", havingValue = "waited")
class WaitedPushes implements PushDelivery {
    private static final Logger log = LoggerFactory.getLogger(WaitedPushes.class);

    private final PushClient client;

    WaitedPushes(PushClient client) {
        this.client = client;
    }

    @Override
    public void deliver(List<PushMessage> messages) {
        for (var message : messages) {
            try {
                log.debug("sent {}", client.sendAsync(message).get());
            } catch (ExecutionException e) {
                log.debug("not sent", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
