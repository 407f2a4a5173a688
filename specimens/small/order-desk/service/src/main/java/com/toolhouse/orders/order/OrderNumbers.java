package com.toolhouse.orders.order;

import com.toolhouse.orders.api.NotFoundException;
import org.springframework.stereotype.Service;

/** From what customers write on their letters to the id of an order. */
@Service
public class OrderNumbers {
    private final OrderRepository orders;
    private final LegacyNumbers legacy;

    OrderNumbers(OrderRepository orders, LegacyNumbers legacy) {
        this.orders = orders;
        this.legacy = legacy;
    }

    public long idOf(String no) {
        return orders.findIdByNo(no).or(() -> legacy.orderOf(no)).orElseThrow(() -> new NotFoundException("order " + no));
    }
}
