// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @dev Does the same work as Circle's refund-protocol for a payment, to compare gas: a numbered payment in six slots, a balance per
/// receiver, payouts of matured payments to a receiver without debts, and refunds by the arbiter to an address fixed at payment. This is
/// our own implementation, not theirs, and not for use.
contract AnchorRefunds {
    struct Payment {
        address to;
        uint256 amount;
        uint256 releasedAt;
        address refundTo;
        uint256 withdrawn;
        bool refunded;
    }

    IERC20 private immutable _TOKEN;
    address private immutable _ARBITER = msg.sender;
    uint256 private constant _LOCKED_FOR = 0;
    mapping(uint256 id => Payment) private _payments;
    mapping(address receiver => uint256) private _balances;
    mapping(address receiver => uint256) private _debts;
    uint256 private _last;

    event Paid(uint256 indexed id, address indexed to, uint256 amount, uint256 releasedAt, address refundTo);
    event Withdrawn(address indexed to, uint256 amount);
    event Refunded(uint256 indexed id, address indexed to, uint256 amount);

    constructor(IERC20 token) {
        _TOKEN = token;
    }

    function pay(address to, uint256 amount, address refundTo) external {
        require(refundTo != address(0));
        require(_TOKEN.transferFrom(msg.sender, address(this), amount));
        uint256 id = _last;
        _payments[id] = Payment(to, amount, block.timestamp + _LOCKED_FOR, refundTo, 0, false);
        _balances[to] += amount;
        _last = id + 1;
        emit Paid(id, to, amount, block.timestamp + _LOCKED_FOR, refundTo);
    }

    function withdraw(uint256[] calldata ids) external {
        uint256 total;
        for (uint256 i = 0; i < ids.length; ++i) {
            Payment storage payment = _payments[ids[i]];
            require(payment.to == msg.sender && block.timestamp >= payment.releasedAt && !payment.refunded);
            uint256 left = payment.amount - payment.withdrawn;
            payment.withdrawn = payment.amount;
            total += left;
        }
        _balances[msg.sender] -= total;
        require(_debts[msg.sender] == 0);
        emit Withdrawn(msg.sender, total);
        require(_TOKEN.transfer(msg.sender, total));
    }

    function refundByArbiter(uint256 id) external {
        require(msg.sender == _ARBITER);
        Payment storage payment = _payments[id];
        require(!payment.refunded && payment.withdrawn == 0);
        payment.refunded = true;
        uint256 amount = payment.amount;
        _balances[payment.to] -= amount;
        emit Refunded(id, payment.refundTo, amount);
        require(_TOKEN.transfer(payment.refundTo, amount));
    }
}
