package com.toolhouse.orders.order;

import com.toolhouse.orders.article.Article;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import java.time.Instant;

@Entity
public class OrderLine {
    @Id
    private Long id;

    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "order_id")
    private PurchaseOrder purchaseOrder;

    @ManyToOne(fetch = FetchType.LAZY)
    private Article article;

    private int position;
    private int quantity;
    private long priceCents;
    private int discountPercent;
    private String unit;
    private String warehouse;
    private boolean delivered;
    private Instant deliveredAt;
    private String remark;

    protected OrderLine() {}

    public Article getArticle() {
        return article;
    }

    public int getPosition() {
        return position;
    }

    public int getQuantity() {
        return quantity;
    }

    public String getUnit() {
        return unit;
    }

    public boolean isDelivered() {
        return delivered;
    }

    public Instant getDeliveredAt() {
        return deliveredAt;
    }

    public String getRemark() {
        return remark;
    }

    public long totalCents() {
        return quantity * priceCents * (100 - discountPercent) / 100;
    }
}
