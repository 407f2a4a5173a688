package com.paperlane.shop.catalogue;

import java.time.LocalDate;

/**
 * @param attributes a JSON object of texts
 * @param restockedOn when more of it comes
 */
public record Product(
        long id,
        String sku,
        Category category,
        Brand brand,
        String name,
        String description,
        long priceCents,
        Long oldPriceCents,
        int pieces,
        int stock,
        LocalDate restockedOn,
        LocalDate addedOn,
        long pictureId,
        String attributes) {}
