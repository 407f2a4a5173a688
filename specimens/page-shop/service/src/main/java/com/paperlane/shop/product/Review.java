package com.paperlane.shop.product;

import java.time.LocalDate;

public record Review(String author, int rating, LocalDate writtenOn, String words) {}
