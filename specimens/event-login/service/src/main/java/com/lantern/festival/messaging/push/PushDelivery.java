package com.lantern.festival.messaging.push;

import java.util.List;

public interface PushDelivery {
    void deliver(List<PushMessage> messages);
}
