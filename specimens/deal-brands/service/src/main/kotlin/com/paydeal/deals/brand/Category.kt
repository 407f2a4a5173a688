package com.paydeal.deals.brand

import jakarta.persistence.Entity
import jakarta.persistence.Id
import jakarta.persistence.Table

@Entity
@Table(name = "category")
class Category(
    @Id
    val id: Long,
    val code: String,
    val name: String,
    val position: Int,
)
