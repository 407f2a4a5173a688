package com.toolhouse.orders.order;

import java.time.Instant;
import java.util.List;

public record OrderView(
        String no,
        String customerNo,
        String customerName,
        OrderStatus status,
        Instant placedAt,
        String reference,
        String street,
        String city,
        long totalCents,
        List<Line> lines) {
    public record Line(
            int position,
            String sku,
            String article,
            int quantity,
            String unit,
            long totalCents,
            int weightGrams,
            Instant deliveredAt,
            String remark) {
        static Line of(OrderLine line) {
            return new Line(
                    line.getPosition(),
                    line.getArticle().getSku(),
                    line.getArticle().getName(),
                    line.getQuantity(),
                    line.getUnit(),
                    line.totalCents(),
                    line.getQuantity() * line.getArticle().getWeightGrams(),
                    line.getDeliveredAt(),
                    line.getRemark());
        }
    }

    static OrderView of(PurchaseOrder order) {
        return new OrderView(
                order.getNo(),
                order.getCustomer().getNo(),
                order.getCustomer().getName(),
                order.getStatus(),
                order.getPlacedAt(),
                order.getReference(),
                order.getDeliveryStreet(),
                order.getDeliveryCity(),
                order.getTotalCents(),
                order.getLines().stream().map(Line::of).toList());
    }
}
