package com.toolhouse.orders.api;

import com.toolhouse.orders.archive.Archive;
import com.toolhouse.orders.archive.OldOrder;
import com.toolhouse.orders.order.OrderNumbers;
import com.toolhouse.orders.order.OrderReader;
import com.toolhouse.orders.order.OrderView;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class OrderController {
    private final OrderReader orders;
    private final OrderNumbers numbers;
    private final Archive archive;

    OrderController(OrderReader orders, OrderNumbers numbers, Archive archive) {
        this.orders = orders;
        this.numbers = numbers;
        this.archive = archive;
    }

    @GetMapping("/orders/{id}")
    OrderView byId(@PathVariable long id) {
        return orders.byId(id);
    }

    /** Knows the numbers of today and those from before the change of systems. */
    @GetMapping("/orders/by-number/{no}")
    OrderView byNumber(@PathVariable String no) {
        return orders.byId(numbers.idOf(no));
    }

    @GetMapping("/archive/{id}")
    OldOrder archived(@PathVariable long id) {
        return archive.byId(id);
    }
}
