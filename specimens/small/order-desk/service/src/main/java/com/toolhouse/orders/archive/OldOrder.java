package com.toolhouse.orders.archive;

import java.time.OffsetDateTime;

public record OldOrder(long id, String customerNo, OffsetDateTime placedAt, long totalCents, String document) {}
