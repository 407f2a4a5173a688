package com.toolhouse.orders.article;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

@Entity
public class Article {
    @Id
    private Long id;

    private String sku;
    private String name;
    private String unit;
    private int groupNo;
    private long priceCents;
    private int weightGrams;

    protected Article() {}

    public String getSku() {
        return sku;
    }

    public String getName() {
        return name;
    }

    public int getWeightGrams() {
        return weightGrams;
    }
}
