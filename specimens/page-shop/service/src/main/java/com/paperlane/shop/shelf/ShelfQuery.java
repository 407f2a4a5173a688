package com.paperlane.shop.shelf;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;

/** What a reader asked a shelf for, from the address. */
public record ShelfQuery(
        @NotNull @Size(max = 20) @Pattern(regexp = "[a-z]+") String category,
        @Min(1) @Max(500) int page,
        @NotNull @Pattern(regexp = "price|price-down") String sort) {}
