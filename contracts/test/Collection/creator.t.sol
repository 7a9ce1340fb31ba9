// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Collection} from "../../src/Collection.sol";
import {CollectionBase} from "./CollectionBase.sol";

contract CreatorTest is CollectionBase {
    address private heir;
    uint256 private heirKey;

    function setUp() public override {
        super.setUp();
        (heir, heirKey) = makeAddrAndKey("heir");
        _enableCreator(heir);
    }

    function _transferCreator(address from, address to) private {
        vm.prank(from);
        collection.transferCreator(to);
        vm.prank(to);
        collection.acceptCreator();
    }

    function test_transfersTheCreatorInTwoSteps() public {
        vm.expectEmit(address(collection));
        emit Collection.CreatorProposed(creator, heir);
        vm.prank(creator);
        collection.transferCreator(heir);
        assertEq(collection.creator(), creator);
        assertEq(collection.pendingCreator(), heir);
        _mint(buyer, 1);
        vm.expectRevert(abi.encodeWithSelector(Collection.NotPendingCreator.selector, stranger));
        vm.prank(stranger);
        collection.acceptCreator();
        vm.expectEmit(address(collection));
        emit Collection.AllVouchersRevoked(1);
        vm.expectEmit(address(collection));
        emit Collection.CreatorChanged(creator, heir);
        vm.prank(heir);
        collection.acceptCreator();
        assertEq(collection.creator(), heir);
        assertEq(collection.pendingCreator(), address(0));
        vm.expectRevert(abi.encodeWithSelector(Collection.NotCreator.selector, creator));
        _mint(buyer, 2);
        vm.prank(heir);
        collection.safeMint(buyer, 2, CONTENT);
    }

    function test_acceptCreator_worksOnce() public {
        _transferCreator(creator, heir);
        vm.expectRevert(abi.encodeWithSelector(Collection.NotPendingCreator.selector, heir));
        vm.prank(heir);
        collection.acceptCreator();
    }

    function test_transferCreator_canBeWithdrawn() public {
        vm.startPrank(creator);
        collection.transferCreator(heir);
        collection.transferCreator(address(0));
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(Collection.NotPendingCreator.selector, heir));
        vm.prank(heir);
        collection.acceptCreator();
    }

    function _expectNotEnabled(address account) private {
        vm.expectRevert(abi.encodeWithSelector(Collection.CreatorNotEnabled.selector, account));
    }

    function test_transferCreator_rejectsACandidateThatIsNotEnabled() public {
        _expectNotEnabled(stranger);
        vm.prank(creator);
        collection.transferCreator(stranger);
        assertEq(collection.pendingCreator(), address(0));
        // a rejected proposal does not change the pending one
        vm.prank(creator);
        collection.transferCreator(heir);
        _expectNotEnabled(stranger);
        vm.prank(creator);
        collection.transferCreator(stranger);
        assertEq(collection.pendingCreator(), heir);
    }

    /// @dev Between the two steps the Platform may remove the candidate and enable it again.
    function test_acceptCreator_checksThePlatformAgain() public {
        vm.prank(creator);
        collection.transferCreator(heir);
        vm.prank(admin);
        platform.removeCreator(heir);
        _expectNotEnabled(heir);
        vm.prank(heir);
        collection.acceptCreator();
        assertEq(collection.creator(), creator);
        _enableCreator(heir);
        vm.prank(heir);
        collection.acceptCreator();
        assertEq(collection.creator(), heir);
    }

    /// @dev A creator whom the Platform removed keeps the collection and may transfer it to an enabled creator.
    function test_transferCreator_worksForARemovedCreator() public {
        vm.prank(admin);
        platform.removeCreator(creator);
        _transferCreator(creator, heir);
        assertEq(collection.creator(), heir);
    }

    function test_transferCreator_rejectsOthersThanTheCreator() public {
        vm.expectRevert(abi.encodeWithSelector(Collection.NotCreator.selector, heir));
        vm.prank(heir);
        collection.transferCreator(heir);
    }

    function test_voidsVouchersOfThePreviousCreator() public {
        Collection.Voucher memory voucher = _voucher(NATIVE, 1 ether);
        bytes memory signature = _sign(voucher);
        _transferCreator(creator, heir);
        vm.expectRevert(abi.encodeWithSelector(Collection.VoucherVoid.selector, ID, 0, 1));
        _redeem(voucher, signature);
        voucher.nonce = 1;
        signature = _sign(voucher);
        vm.expectRevert(abi.encodeWithSelector(Collection.WrongSignature.selector, heir));
        _redeem(voucher, signature);
        // the first creator returns; the old vouchers stay void
        _transferCreator(heir, creator);
        vm.expectRevert(abi.encodeWithSelector(Collection.VoucherVoid.selector, ID, 1, 2));
        _redeem(voucher, signature);
        voucher.nonce = 0;
        signature = _sign(voucher);
        vm.expectRevert(abi.encodeWithSelector(Collection.VoucherVoid.selector, ID, 0, 2));
        _redeem(voucher, signature);
    }

    /// @dev Each transfer sets the fee of the new creator, also when the collection goes back to an earlier one.
    function test_usesTheNewCreatorsFee() public {
        vm.prank(owner);
        platform.setCustomFees(heir, 0);
        vm.prank(creator);
        collection.transferCreator(heir);
        vm.expectEmit(address(collection));
        emit Collection.FeeChanged(0);
        vm.prank(heir);
        collection.acceptCreator();
        assertEq(collection.feeBps(), 0);
        _transferCreator(heir, creator);
        assertEq(collection.feeBps(), FEE_BPS);
        _transferCreator(creator, heir);
        assertEq(collection.feeBps(), 0);
    }

    function test_paysTheNewCreator() public {
        _transferCreator(creator, heir);
        Collection.Voucher memory voucher = _voucher(NATIVE, 1 ether);
        voucher.nonce = 1;
        _redeem(voucher, _sign(heirKey, voucher, address(collection), block.chainid));
        assertEq(heir.balance, 0.9 ether);
        assertEq(creator.balance, 0);
        // royalties keep their receiver until the new creator changes it
        (address recipient,) = collection.royaltyInfo(ID, 1);
        assertEq(recipient, royalties);
    }
}
