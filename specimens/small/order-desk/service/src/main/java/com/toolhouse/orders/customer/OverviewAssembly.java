package com.toolhouse.orders.customer;

import com.toolhouse.orders.api.NotFoundException;
import com.toolhouse.orders.order.OrderLine;
import com.toolhouse.orders.order.OrderRepository;
import com.toolhouse.orders.order.OrderStatus;
import com.toolhouse.orders.order.PurchaseOrder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.springframework.data.domain.Limit;
import org.springframework.stereotype.Component;

/** Puts an overview together; the caller has the transaction. */
@Component
class OverviewAssembly {
    private static final Instant THIS_YEAR = Instant.parse("2025-01-01T00:00:00Z");
    private static final Limit FAVOURITES = Limit.of(5);

    private final CustomerRepository customers;
    private final OrderRepository orders;

    OverviewAssembly(CustomerRepository customers, OrderRepository orders) {
        this.customers = customers;
        this.orders = orders;
    }

    Overview of(String no) {
        Customer customer = customers.findByNo(no).orElseThrow(() -> new NotFoundException("customer " + no));
        Long id = customer.getId();
        List<PurchaseOrder> placed = orders.findWithLinesOf(id);
        Map<OrderStatus, Long> byStatus =
                placed.stream().collect(Collectors.groupingBy(PurchaseOrder::getStatus, TreeMap::new, Collectors.counting()));
        long undelivered = total(placed, line -> !line.isDelivered());
        return new Overview(
                customer.getNo(),
                customer.getName(),
                customer.getTier(),
                customer.isBlocked(),
                byStatus,
                total(placed, OrderLine::isDelivered),
                undelivered,
                customer.getCreditLimit() - undelivered,
                customers.countOpenClaims(id),
                customers.sumClaims(id, THIS_YEAR),
                customers.sumPayments(id, THIS_YEAR),
                customers.findLastPayment(id),
                orders.findFavouriteArticlesOf(id, FAVOURITES));
    }

    private static long total(List<PurchaseOrder> orders, Predicate<OrderLine> which) {
        return orders.stream()
                .filter(order -> order.getStatus() != OrderStatus.CANCELLED)
                .flatMap(order -> order.getLines().stream())
                .filter(which)
                .mapToLong(OrderLine::totalCents)
                .sum();
    }
}
