package com.paperlane.shop;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * @param market whose assortment this instance sells
 * @param cards products on a page of a shelf or of hits
 * @param reviews on a product's page
 * @param compared products beside each other
 * @param suggestions below the search field
 * @param feedLines in a part of a feed
 */
@ConfigurationProperties("shop")
public record ShopSettings(String market, int cards, int reviews, int compared, int suggestions, int feedLines) {}
