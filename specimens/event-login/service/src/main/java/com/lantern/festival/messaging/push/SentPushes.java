package com.lantern.festival.messaging.push;

import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

@Component
@ConditionalOnProperty(name = "messaging.push", havingValue = "sent", matchIfMissing = true)
class SentPushes implements PushDelivery {
    private final PushClient client;

    SentPushes(PushClient client) {
        this.client = client;
    }

    @Override
    public void deliver(List<PushMessage> messages) {
        messages.forEach(client::sendAsync);
    }
}
