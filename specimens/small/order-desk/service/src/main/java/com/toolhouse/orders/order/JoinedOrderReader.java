package com.toolhouse.orders.order;

import com.toolhouse.orders.api.NotFoundException;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** An order, its customer, its lines and their articles in one statement. */
@Service
@ConditionalOnProperty(name = "orders.lines", havingValue = "joined")
public class JoinedOrderReader implements OrderReader {
    private final OrderRepository orders;

    JoinedOrderReader(OrderRepository orders) {
        this.orders = orders;
    }

    @Override
    @Transactional(readOnly = true)
    public OrderView byId(long id) {
        return orders.findWithLines(id).map(OrderView::of).orElseThrow(() -> new NotFoundException("order " + id));
    }
}
