package com.toolhouse.orders.api;

import com.toolhouse.orders.customer.Overview;
import com.toolhouse.orders.customer.OverviewReader;
import com.toolhouse.orders.order.OrderRepository;
import com.toolhouse.orders.order.OrderSummary;
import java.util.List;
import org.springframework.data.domain.Limit;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/customers/{no}")
public class CustomerController {
    private static final Limit LATEST = Limit.of(10);

    private final OrderRepository orders;
    private final OverviewReader overviews;

    CustomerController(OrderRepository orders, OverviewReader overviews) {
        this.orders = orders;
        this.overviews = overviews;
    }

    @GetMapping("/orders")
    List<OrderSummary> latestOrders(@PathVariable String no) {
        return orders.findLatestOf(no, LATEST);
    }

    @GetMapping("/overview")
    Overview overview(@PathVariable String no) {
        return overviews.of(no);
    }
}
