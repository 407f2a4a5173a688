package com.toolhouse.orders.order;

import com.toolhouse.orders.api.NotFoundException;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Finds the order and lets the mapping do the rest. */
@Service
@ConditionalOnProperty(name = "orders.lines", havingValue = "mapped")
public class MappedOrderReader implements OrderReader {
    private final OrderRepository orders;

    MappedOrderReader(OrderRepository orders) {
        this.orders = orders;
    }

    @Override
    @Transactional(readOnly = true)
    public OrderView byId(long id) {
        return orders.findById(id).map(OrderView::of).orElseThrow(() -> new NotFoundException("order " + id));
    }
}
